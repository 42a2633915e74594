import type { Findings, NamedFinding } from '#backend/finding.ts'
import { workItems, type WorkItem } from '#vocabulary/console-queue.ts'
import { queueFindings } from '../findings.ts'
import type { ItemKind } from './streams.ts'

/** Everything that lies in a queue, by its name: the findings of the house, and what the queues list besides or instead. */
export function kindsOf(findings: ReadonlyMap<string, NamedFinding>): Map<string, ItemKind> {
  const own: Findings = queueFindings
  const all = [
    ...findings.values(),
    ...Object.entries(own).map(([name, finding]) => ({ ...finding, name })),
  ]
  return new Map(all.map((finding) => [finding.name, kindOf(finding)]))
}

/** @throws Error for a finding whose row would have no heading, or that lies in a queue with a list of its own */
function kindOf(finding: NamedFinding): ItemKind {
  const { name, queue } = finding
  if (!isWorkItem(name))
    throw new Error(`${name} has no heading in src/vocabulary/console-queue.ts`)
  if (queue === 'ticket' || queue === 'approval') throw new Error(`${queue} has a list of its own`)
  return { ...finding, name, queue }
}

const isWorkItem = (name: string): name is WorkItem => Object.hasOwn(workItems, name)
