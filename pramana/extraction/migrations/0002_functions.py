from django.db import migrations

LEAVES = """
CREATE FUNCTION extraction_spread(p_value jsonb, p_leaf jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN CASE jsonb_typeof(p_value)
        WHEN 'object' THEN coalesce((
            SELECT jsonb_object_agg(key, extraction_spread(value, p_leaf))
              FROM jsonb_each(p_value)), '{}')
        WHEN 'array' THEN coalesce((
            SELECT jsonb_agg(extraction_spread(value, p_leaf) ORDER BY place)
              FROM jsonb_array_elements(p_value) WITH ORDINALITY AS item(value, place)), '[]')
        WHEN 'null' THEN '0'
        ELSE coalesce(p_leaf, 'null') END;
END $$
"""

PUT = """
CREATE FUNCTION extraction_put(p_target jsonb, p_path text[], p_value jsonb, p_follows boolean)
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    result jsonb := p_target;
    parent jsonb := p_target;
    depth int := coalesce(array_length(p_path, 1), 0);
BEGIN
    IF depth = 0 THEN
        RAISE EXCEPTION 'a path has at least one key' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    FOR i IN 1 .. depth LOOP
        IF parent IS NULL OR jsonb_typeof(parent) = 'null'
           OR (p_follows AND jsonb_typeof(parent) NOT IN ('object', 'array')) THEN
            parent := '{}';
            IF i > 1 THEN
                result := jsonb_set(result, p_path[1 : i - 1], parent);
            ELSE
                result := parent;
            END IF;
        END IF;
        IF jsonb_typeof(parent) = 'array' THEN
            IF p_path[i] !~ '^[0-9]{1,9}$' OR p_path[i]::int >= jsonb_array_length(parent) THEN
                RAISE EXCEPTION 'index % is past the end of the list at %',
                    p_path[i], p_path[1 : i - 1] USING ERRCODE = 'array_subscript_error';
            END IF;
            parent := parent -> p_path[i]::int;
        ELSIF jsonb_typeof(parent) = 'object' THEN
            parent := parent -> p_path[i];
        ELSE
            RAISE EXCEPTION '% is a single value and has no parts', p_path[1 : i - 1]
                USING ERRCODE = 'invalid_parameter_value';
        END IF;
    END LOOP;
    RETURN jsonb_set(result, p_path, p_value);
END $$
"""

UPDATE = """
CREATE FUNCTION update_extraction_field(
    p_tenant_id uuid, p_extraction_id uuid, p_user_id uuid,
    p_field_path text[], p_value jsonb, p_confidence float, p_evidence jsonb DEFAULT 'null'
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    touched integer;
BEGIN
    UPDATE extractions
       SET extracted_fields = extraction_put(extracted_fields, p_field_path, p_value, false),
           confidence_scores = extraction_put(confidence_scores, p_field_path,
               extraction_spread(p_value, to_jsonb(p_confidence)), true),
           evidence = extraction_put(evidence, p_field_path, p_evidence, true),
           updated_at = now()
     WHERE tenant_id = p_tenant_id AND id = p_extraction_id AND user_id = p_user_id;
    GET DIAGNOSTICS touched = ROW_COUNT;
    RETURN touched;
END $$
"""

REMOVE = """
CREATE FUNCTION remove_extraction_field(
    p_tenant_id uuid, p_extraction_id uuid, p_user_id uuid, p_field_path text[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    touched integer;
BEGIN
    UPDATE extractions
       SET extracted_fields = extracted_fields #- p_field_path,
           confidence_scores = confidence_scores #- p_field_path,
           evidence = evidence #- p_field_path,
           updated_at = now()
     WHERE tenant_id = p_tenant_id AND id = p_extraction_id AND user_id = p_user_id
       AND extracted_fields #> p_field_path IS NOT NULL;
    GET DIAGNOSTICS touched = ROW_COUNT;
    RETURN touched;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("extraction", "0001_initial")]
    operations = [
        migrations.RunSQL(LEAVES, "DROP FUNCTION extraction_spread(jsonb, jsonb)"),
        migrations.RunSQL(PUT, "DROP FUNCTION extraction_put(jsonb, text[], jsonb, boolean)"),
        migrations.RunSQL(
            UPDATE,
            "DROP FUNCTION update_extraction_field(uuid, uuid, uuid, text[], jsonb, float, jsonb)",
        ),
        migrations.RunSQL(
            REMOVE, "DROP FUNCTION remove_extraction_field(uuid, uuid, uuid, text[])"
        ),
    ]
