from django.db import migrations

FILL = """
    WITH first AS (
        SELECT DISTINCT ON (source.fact_id) source.fact_id, episode.valid_at, episode.offset_minutes
          FROM memory_fact_source source
          JOIN memory_episode episode ON episode.id = source.episode_id
         ORDER BY source.fact_id, episode.valid_at
    )
    UPDATE memory_fact fact
       SET asserted_at = first.valid_at,
           offset_minutes = first.offset_minutes,
           start_grain = CASE WHEN fact.valid_at IS NULL OR fact.valid_at = first.valid_at
                              THEN 'unknown' ELSE 'day' END,
           end_grain = CASE WHEN fact.invalid_at IS NULL THEN 'unknown' ELSE 'day' END
      FROM first WHERE first.fact_id = fact.id
"""


class Migration(migrations.Migration):
    """Fills in, for known facts, when they were said and whether their beginning was stated."""

    dependencies = [("memory", "0005_fact_times")]
    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
