import { readInput } from '#backend/mount.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Asked } from '#backend/wire.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'
import { exampleOf } from './examples.ts'
import { operations } from './operations.ts'

/** Lines that the sample member has; another is as unknown as anybody's. */
const isKnownLine = (value: unknown) => typeof value === 'string' && /^line-[123]$/u.test(value)

/**
 * What the sample member is answered: the stored answers that the pages show. Nothing is read and nothing is written, so that
 * everybody may use its key, and it is tomorrow as it is today.
 * @throws RefusalError as the wire itself: of what is sent, of the scope, of what does not exist
 */
export async function answerOfSample(asked: Asked, publicUrl: string): Promise<unknown> {
  const address = `${asked.method} ${withTrailingSlash(asked.path)}`
  const operation = operations.find(({ endpoint }) => addressOf(endpoint) === address)
  if (operation === undefined)
    throw new RefusalError(isOfWire(address) ? 'SCOPE_MISSING' : 'NOT_FOUND')
  const { query, body } = await readInput(asked, operation.endpoint)
  const lines = [query, body].flatMap(linesIn)
  if (!lines.every(isKnownLine)) throw new RefusalError('NOT_FOUND')
  const text = JSON.stringify(exampleOf(operation.id).result)
  return JSON.parse(text.replaceAll('{{link.site}}', publicUrl))
}

const addressOf = ({ method, path }: Endpoint) => `${method} ${withTrailingSlash(path)}`

const isOfWire = (address: string) =>
  Object.values<Endpoint>(api).some((endpoint) => addressOf(endpoint) === address)

/** The lines that a query or a body asks about. */
const linesIn = (part: unknown): unknown[] =>
  typeof part === 'object' && part !== null && 'lineId' in part && part.lineId !== undefined
    ? [part.lineId].flat()
    : []
