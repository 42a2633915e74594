import type { Catalog, Constraint, Routine, Table, View } from './catalog.ts'
import type { Declared } from './declarations.ts'

/** What stands in one file, in the order in which it is read. */
export type Folder = {
  readonly name: string
  readonly tables: readonly Placed[]
  readonly views: readonly View[]
}

export type Placed = {
  readonly table: Table
  /** All but late foreign keys. */
  readonly constraints: readonly Constraint[]
  readonly partitions: readonly Table[]
  /** Functions that triggers of this folder alone call, before the first table that has such a trigger. */
  readonly functions: readonly Routine[]
  /** Foreign keys to it of tables that stand before it. */
  readonly late: readonly { readonly of: string; readonly key: Constraint }[]
}

export type Arranged = {
  readonly folders: readonly Folder[]
  /** Functions that triggers of several folders call, or none. */
  readonly shared: readonly Routine[]
}

/**
 * Puts every table into the folder that declares it, and behind the tables that its foreign keys refer to; where two refer to
 * each other, one of the keys is late.
 * @throws Error where a table is declared nowhere
 */
export function arrange(catalog: Catalog, declared: ReadonlyMap<string, Declared>): Arranged {
  const folderOf = ownersOf(declared)
  const order = orderOf(catalog, [...declared.keys()], folderOf)
  const names = [...new Set(order.map(folderOf))]
  const placeOf = new Map(order.map(({ name }, place) => [name, place]))
  const calledBy = (routine: Routine) =>
    order.filter(({ triggers }) => triggers.some(({ calls }) => calls === routine.name))
  const shared = catalog.functions.filter((one) => new Set(calledBy(one).map(folderOf)).size !== 1)
  const isLate = (table: Table, { target }: Constraint) =>
    (placeOf.get(target ?? table.name) ?? 0) > (placeOf.get(table.name) ?? 0)
  const placed = (table: Table): Placed => ({
    table,
    constraints: table.constraints.filter((one) => !isLate(table, one)),
    partitions: catalog.tables.filter(({ partitionOf }) => partitionOf?.table === table.name),
    functions: catalog.functions.filter(
      (one) => !shared.includes(one) && calledBy(one)[0] === table,
    ),
    late: order.flatMap((of) =>
      of.constraints
        .filter((key) => key.target === table.name && isLate(of, key))
        .map((key) => ({ of: of.name, key })),
    ),
  })
  const lastRead = ({ reads }: View) => order.findLast(({ name }) => reads.includes(name))
  const folders = names.map((name) => ({
    name,
    tables: order.filter((table) => folderOf(table) === name).map(placed),
    views: catalog.views.filter((view) => {
      const last = lastRead(view)
      return last !== undefined && folderOf(last) === name
    }),
  }))
  return { folders, shared }
}

const ownersOf =
  (declared: ReadonlyMap<string, Declared>) =>
  ({ name }: Table): string => {
    const found = declared.get(name)
    if (found === undefined) throw new Error(`the table ${name} is declared in no tables.ts`)
    return found.folder
  }

/** Folders by name and their tables as declared, each behind what it refers to. Partitions go with their table. */
function orderOf(
  { tables }: Catalog,
  declared: readonly string[],
  folderOf: (table: Table) => string,
): Table[] {
  const all = tables
    .filter(({ partitionOf }) => partitionOf === null)
    .toSorted((one, other) => declared.indexOf(one.name) - declared.indexOf(other.name))
  const targetsOf = ({ constraints }: Table) =>
    all.filter(({ name }) => constraints.some(({ target }) => target === name))
  const within = (folder: string) => all.filter((table) => folderOf(table) === folder)
  const folders = [...new Set(all.map(folderOf))].toSorted()
  return behindTargets(folders, (folder) =>
    within(folder).flatMap(targetsOf).map(folderOf),
  ).flatMap((folder) =>
    behindTargets(within(folder), (table) =>
      targetsOf(table).filter((target) => folderOf(target) === folder),
    ),
  )
}

/** Of a circle the first that is asked for stands last. */
function behindTargets<One>(all: readonly One[], targetsOf: (one: One) => readonly One[]): One[] {
  const seen = new Set<One>()
  const order: One[] = []
  const visit = (one: One) => {
    if (seen.has(one)) return
    seen.add(one)
    targetsOf(one).forEach(visit)
    order.push(one)
  }
  all.forEach(visit)
  return order
}
