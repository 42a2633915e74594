import type pg from 'pg'

// What a database says of its own schema, in one question. The embedded PostgreSQL comes without pg_dump, and pg_dump
// would not write an area's file; PostgreSQL's own functions word the definitions either way.

export type Column = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly default: string | null
  /** With its sequence; PostgreSQL keeps no other for us. */
  readonly identity: { readonly always: boolean; readonly sequence: string } | null
}

export type Constraint = {
  readonly name: string
  readonly kind: 'primary' | 'unique' | 'check' | 'foreign'
  readonly columns: readonly string[]
  readonly definition: string
  /** The table that a foreign key refers to. */
  readonly target: string | null
}

export type Index = {
  readonly name: string
  readonly columns: readonly string[]
  readonly definition: string
  /** Of a partitioned table: that of each partition, by the partition's name. */
  readonly ofPartitions: Readonly<Record<string, string>>
}

export type Trigger = { readonly name: string; readonly definition: string; readonly calls: string }

export type Table = {
  readonly name: string
  readonly isUnlogged: boolean
  readonly settings: readonly string[]
  readonly partitionedBy: string | null
  readonly partitionOf: { readonly table: string; readonly bound: string } | null
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  readonly indexes: readonly Index[]
  readonly triggers: readonly Trigger[]
}

export type View = {
  readonly name: string
  readonly definition: string
  readonly reads: readonly string[]
}

export type Routine = {
  readonly name: string
  readonly definition: string
  readonly isForOwnerAlone: boolean
}

export type Catalog = {
  readonly tables: readonly Table[]
  readonly views: readonly View[]
  readonly functions: readonly Routine[]
}

const names = (keys: string, relation: string) => `
  (select coalesce(jsonb_agg(a.attname order by nth.position), '[]')
   from unnest(${keys}) with ordinality nth (number, position)
   join pg_attribute a on a.attrelid = ${relation} and a.attnum = nth.number)`

const list = (what: string, order: string) => `coalesce(jsonb_agg(${what} order by ${order}), '[]')`

/** Everything by name, so that the order in which migrations made it says nothing; but columns as they lie. */
const tables = `
  select ${list(
    `jsonb_build_object(
      'name', c.relname, 'isUnlogged', c.relpersistence = 'u', 'settings', to_jsonb(coalesce(c.reloptions, '{}')),
      'partitionedBy', pg_get_partkeydef(c.oid),
      'partitionOf', (select jsonb_build_object('table', p.relname, 'bound', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid),
      'columns', (${columnsOf('c.oid')}), 'constraints', (${constraintsOf('c.oid')}),
      'indexes', (${indexesOf('c.oid')}), 'triggers', (${triggersOf('c.oid')}))`,
    'c.relname',
  )} as found
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

function columnsOf(relation: string) {
  return `select ${list(
    `jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid, true),
      'identity', case when a.attidentity <> '' then jsonb_build_object('always', a.attidentity = 'a',
        'sequence', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass::text) end)`,
    'a.attnum',
  )}
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped`
}

function constraintsOf(relation: string) {
  return `select ${list(
    `jsonb_build_object('name', k.conname, 'columns', ${names('k.conkey', 'k.conrelid')},
      'kind', case k.contype when 'p' then 'primary' when 'u' then 'unique' when 'c' then 'check' else 'foreign' end,
      'definition', pg_get_constraintdef(k.oid, true), 'target', k.confrelid::regclass)`,
    `strpos('pucf', k.contype::text), k.conkey, k.conname`,
  )}
  from pg_constraint k
  where k.conrelid = ${relation} and k.contype in ('p', 'u', 'c', 'f') and k.coninhcount = 0`
}

function indexesOf(relation: string) {
  return `select ${list(
    `jsonb_build_object('name', x.relname, 'columns', ${names('i.indkey', 'i.indrelid')},
      'definition', pg_get_indexdef(x.oid, 0, true),
      'ofPartitions', (select coalesce(jsonb_object_agg(t.relname, p.relname), '{}') from pg_inherits h
        join pg_class p on p.oid = h.inhrelid join pg_index pi on pi.indexrelid = p.oid
        join pg_class t on t.oid = pi.indrelid where h.inhparent = x.oid))`,
    'x.relname',
  )}
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where i.indrelid = ${relation} and not exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u', 'x'))
    and not exists (select from pg_inherits h where h.inhrelid = x.oid)`
}

function triggersOf(relation: string) {
  return `select ${list(
    `jsonb_build_object('name', t.tgname, 'definition', pg_get_triggerdef(t.oid, true), 'calls', p.proname)`,
    't.tgname',
  )}
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where t.tgrelid = ${relation} and not t.tgisinternal and t.tgparentid = 0`
}

const views = `
  select ${list(
    `jsonb_build_object('name', v.relname, 'definition', pg_get_viewdef(v.oid, true),
      'reads', (select ${list('distinct t.relname', 't.relname')} from pg_rewrite r
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
        join pg_class t on t.oid = d.refobjid and t.oid <> v.oid where r.ev_class = v.oid))`,
    'v.relname',
  )} as found
  from pg_class v where v.relnamespace = 'public'::regnamespace and v.relkind = 'v'`

const functions = `
  select ${list(
    `jsonb_build_object('name', p.proname, 'definition', pg_get_functiondef(p.oid),
      'isForOwnerAlone', p.proacl is not null and not exists (select from aclexplode(p.proacl) where grantee = 0))`,
    'p.proname',
  )} as found
  from pg_proc p where p.pronamespace = 'public'::regnamespace`

/** The schema `public` of a database. */
export async function readCatalog(client: Pick<pg.ClientBase, 'query'>): Promise<Catalog> {
  const { rows } = await client.query<{ catalog: Catalog }>(
    `select jsonb_build_object('tables', (${tables}), 'views', (${views}), 'functions', (${functions})) as catalog`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a question of one row was answered by none')
  return row.catalog
}
