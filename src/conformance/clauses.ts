/** A numbered sentence of the prose: `- **CARD-3** An unknown card …`, with the lines that are indented below it. */
const clause = /^- \*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\* (.*(?:\n {2}.*)*)/gm

/** The sentences of docs/outside-systems.md by their ids, in their order. @throws Error for an id that stands twice */
export function clausesIn(prose: string): ReadonlyMap<string, string> {
  const clauses = new Map<string, string>()
  for (const [, id = '', text = ''] of prose.matchAll(clause)) {
    if (clauses.has(id)) throw new Error(`${id} stands twice`)
    clauses.set(id, text.replaceAll(/\s*\n\s*/g, ' '))
  }
  return clauses
}
