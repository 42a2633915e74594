import { z } from 'zod'
import stored from './examples.json' with { type: 'json' }
import { writtenExamples, type Example } from './written-examples.ts'

const examples = z
  .record(z.string(), z.object({ query: z.record(z.string(), z.string()), result: z.json() }))
  .parse(stored)

/** The example of an operation: true answers to a member of the demo, or else written ones. */
export function exampleOf(id: string): Example {
  if (id === 'highSpeedStatusPut') return switched()
  const example = writtenExamples[id] ?? examples[id]
  if (example === undefined) throw new Error(`${id} has no example`)
  return example
}

/** A switched line is answered as it is read. */
function switched(): Example {
  const { query, result } = exampleOf('highSpeedStatusGet')
  const line = z.object({ lines: z.tuple([z.json()]) }).parse(result).lines[0]
  return { query: {}, body: { lineId: query['lineId'], on: true }, result: line }
}
