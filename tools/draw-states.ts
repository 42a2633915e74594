import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { AnyMachine } from '#domain/machine.ts'
import { machines } from '#domain/machines.ts'

export const statesFolder = new URL('../docs/states/', import.meta.url)

/** The pages of docs/states by file name: one for each table, and a list of them. */
export function statePages(): ReadonlyMap<string, string> {
  const list = machines.map((one) => `- [${one.title}](${one.name}.md) \`${one.name}\``)
  const index = ['# State tables', '', drawnFrom, '', ...list, '']
  return new Map([
    ['README.md', index.join('\n')],
    ...machines.map((one): [string, string] => [`${one.name}.md`, statePage(one)]),
  ])
}

const drawnFrom =
  'Drawn from the tables in `src/domain` by `node tools/draw-states.ts`; do not edit.'

function statePage(table: AnyMachine): string {
  const states = table.states.map((state) => {
    const words = table.allWords[state]
    const end = table.terminal.includes(state) ? 'end' : ''
    return row(`\`${state}\``, words?.label ?? '', words?.sentence ?? '', end)
  })
  const transitions = table.transitions.map(({ from, event, to, by }) =>
    row(`\`${from}\``, `\`${event}\``, `\`${to}\``, by.join(', ')),
  )
  return [
    `# ${table.title} (\`${table.name}\`)`,
    drawnFrom,
    ['```mermaid', table.diagram(), '```'].join('\n'),
    [row('state', 'label', 'what the member reads', ''), rule, ...states].join('\n'),
    [row('from', 'event', 'to', 'by'), rule, ...transitions].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

const rule = '| --- | --- | --- | --- |'

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

async function draw(): Promise<void> {
  const pages = statePages()
  await mkdir(statesFolder, { recursive: true })
  for (const name of await readdir(statesFolder))
    if (!pages.has(name)) await rm(new URL(name, statesFolder))
  for (const [name, text] of pages) await writeFile(new URL(name, statesFolder), text)
}

if (import.meta.main) await draw()
