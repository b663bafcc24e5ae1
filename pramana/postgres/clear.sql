-- Drops everything in this database that no extension owns; leaves `public`, empty, and pgvector.
SET LOCAL lock_timeout = '30s';
SET LOCAL client_min_messages = warning;
DO $clear$
DECLARE
    command text;
BEGIN
    FOR command IN
        WITH of_extensions AS (
            SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
        )
        SELECT format('DROP SCHEMA IF EXISTS %I CASCADE', nspname)
        FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema')
          AND ('pg_namespace'::regclass, oid) NOT IN (SELECT * FROM of_extensions)
        UNION ALL
        SELECT format('DROP %s IF EXISTS public.%I CASCADE',
                      CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
                                   WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE'
                                   ELSE 'TABLE' END,
                      relname)
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
          AND ('pg_class'::regclass, oid) NOT IN (SELECT * FROM of_extensions)
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure)
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
          AND ('pg_proc'::regclass, oid) NOT IN (SELECT * FROM of_extensions)
        UNION ALL
        SELECT format('DROP TYPE IF EXISTS public.%I CASCADE', typname)
        FROM pg_type LEFT JOIN pg_class ON pg_class.oid = typrelid
        WHERE typnamespace = 'public'::regnamespace
          AND (typtype IN ('e', 'd', 'r') OR (typtype = 'c' AND relkind = 'c'))
          AND ('pg_type'::regclass, pg_type.oid) NOT IN (SELECT * FROM of_extensions)
    LOOP
        EXECUTE command;
    END LOOP;
END
$clear$;
CREATE EXTENSION IF NOT EXISTS vector;
