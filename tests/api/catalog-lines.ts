import type pg from 'pg'

// A database's schema (the queue's own aside) in a normal form: a line for each thing that PostgreSQL keeps of it, by names, in an order of their own.
// What is left out says nothing about how the database behaves: numbers of objects, places of columns that are no more
// there (of the others the order counts), the words of columns in an index, brackets round an "or" of an "or", and names
// of "not null", which PostgreSQL 18 began to keep.

const nameOf = (what: string) => `coalesce(${what}, '-')`

/** Kind, then the name, then all that is to be equal. */
const questions: Readonly<Record<string, string>> = {
  relation: `
    select c.relname, concat_ws(' ', c.relkind, c.relpersistence, c.relispartition, c.relreplident, c.relrowsecurity,
      c.relforcerowsecurity, ${nameOf('c.reloptions::text')}, ${nameOf('c.relacl::text')}, pg_get_partkeydef(c.oid),
      pg_get_expr(c.relpartbound, c.oid), am.amname, (select inhparent::regclass from pg_inherits where inhrelid = c.oid))
    from pg_class c left join pg_am am on am.oid = c.relam where c.relnamespace = 'public'::regnamespace`,
  column: `
    select c.relname || ' ' || row_number() over (partition by c.oid order by a.attnum),
      concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
        'identity', a.attidentity, 'generated', a.attgenerated, a.attstorage, a.attcompression, a.attcollation::regcollation,
        ${nameOf('a.attstattarget::text')}, a.attoptions, a.attacl, a.attislocal, a.attinhcount)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select k.conrelid::regclass || ' ' || k.conname, concat_ws(' ', k.contype, k.convalidated, k.condeferrable, k.condeferred,
      k.conislocal, k.coninhcount, k.contype = 'c' and k.connoinherit, pg_get_constraintdef(k.oid), k.conindid::regclass)
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.contype <> 'n'`,
  index: `
    select i.indexrelid::regclass::text, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisunique, i.indisprimary,
      i.indisvalid, i.indisready, i.indisclustered, i.indisreplident, i.indimmediate)
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace`,
  trigger: `
    select t.tgrelid::regclass || ' ' || t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid, true),
      (select p.tgname from pg_trigger p where p.oid = t.tgparentid))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  function: `
    select p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid), ${nameOf('p.proacl::text')}, p.proleakproof,
      p.proparallel, p.procost, p.prorows)
    from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  view: `
    select v.relname, pg_get_viewdef(v.oid) from pg_class v
    where v.relnamespace = 'public'::regnamespace and v.relkind in ('v', 'm')`,
  rule: `
    select c.relname || ' ' || r.rulename, pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class
    where c.relnamespace = 'public'::regnamespace`,
  policy: `select tablename || ' ' || policyname, p::text from pg_policies p where schemaname = 'public'`,
  sequence: `select sequencename::text, (to_jsonb(s) - 'sequencename')::text from pg_sequences s where schemaname = 'public'`,
  type: `
    select t.typname, concat_ws(' ', t.typtype, t.typcategory, t.typnotnull, t.typdefault,
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t where t.typnamespace = 'public'::regnamespace`,
  statistics: `
    select s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace`,
  comment: `
    select i.type || ' ' || i.identity, d.description
    from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i where i.schema = 'public'`,
  schema: `select n.nspname, ${nameOf('n.nspacl::text')} from pg_namespace n
    where n.nspname !~ '^pg_(toast_)?temp' and n.nspname <> 'pgboss'`,
  extension: `select extname, extversion from pg_extension`,
  'event trigger': `select evtname, evtevent from pg_event_trigger`,
  'default right': `select pg_get_userbyid(defaclrole) || ' ' || defaclobjtype::text, defaclacl::text from pg_default_acl`,
  // Which thing hangs on which: a foreign key on its index, a view on its columns, a sequence on its column.
  dependency: `
    select distinct concat_ws(' ', one.type, one.identity), concat_ws(' ', d.deptype, other.type, other.identity)
    from pg_depend d
      cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) one
      cross join lateral pg_identify_object(d.refclassid, d.refobjid, d.refobjsubid) other
    where d.classid not in ('pg_trigger'::regclass, 'pg_constraint'::regclass)
      and (one.schema = 'public' or one.identity ~ '\\mpublic\\.')`,
}

/** A line for each thing, with its kind before it. */
export async function catalogLines(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, question] of Object.entries(questions)) {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(': ', name, rest) as line from (${question}) found (name, rest)`,
    )
    lines.push(...rows.map(({ line }) => `${kind} ${line}`).toSorted())
  }
  return lines
}

/** Every row of every table, but not when a migration was run; and where each sequence is. */
export async function rowLines(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select (to_jsonb(t) - 'applied_at' - 'log_cnt')::text as line from (select * from ${name}) t`,
    )
    lines.push(...rows.map(({ line }) => `${name} ${line}`).toSorted())
  }
  return lines
}
