from django.db import migrations

VIEW = """
CREATE VIEW ocr_results AS
SELECT d.id, d.tenant_id, d.id AS document_id, d.created_by_id AS user_id, d.text AS raw_text,
       coalesce(d.page_count, 0) AS page_count, p.layout, p.engine, p.processing_time, d.created_at
  FROM documents_document d
 CROSS JOIN LATERAL (
   SELECT coalesce(jsonb_agg(jsonb_build_object(
            'page', number, 'start', start, 'end', "end", 'read_by', read_by,
            'confidence', confidence, 'headings', headings, 'tables', tables) ORDER BY number),
            '[]') AS layout,
          coalesce(string_agg(DISTINCT read_by, ', '), '') AS engine,
          coalesce(sum(seconds), 0) AS processing_time
     FROM documents_page WHERE document_id = d.id) p
 WHERE d.status IN ('ocr_complete', 'completed')
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]
    operations = [migrations.RunSQL(VIEW, "DROP VIEW ocr_results")]
