import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { RefusalError } from '#backend/refusal.ts'
import type { DocumentContent } from './content.ts'

// By the package's own name for it: the built server lies elsewhere.
const program = () => new URL(import.meta.resolve('#backend/pdf/print-thread.ts'))

/** A month of 3,000 calls takes a third of it; a document that takes more ends its thread, not the process. */
const MEMORY_MB = 256
/** A request that would wait longer than for these is refused and may come again. */
const MOST_WAITING = 8
/** The fonts are some forty megabytes: they are not kept for the next month's reader. */
const IDLE_MS = 30_000

const answer = z.union([
  z.object({ pdf: z.instanceof(Uint8Array) }),
  z.object({ failure: z.string() }),
])

/**
 * Prints long documents on a thread of their own, one after the other, so that nobody else waits for them: of a month of
 * 3,000 calls the processor is busy for more than a second.
 */
export function createPrinter({ memoryMb = MEMORY_MB, mostWaiting = MOST_WAITING } = {}) {
  let thread: Worker | undefined
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  function end() {
    void thread?.terminate()
    thread = undefined
  }

  async function printNext(content: DocumentContent, at: Temporal.Instant): Promise<Uint8Array> {
    clearTimeout(idle)
    const printing = (thread ??= begin())
    const { promise: said, resolve, reject } = Promise.withResolvers<unknown>()
    const onEnd = () => reject(new Error('the printing thread ended'))
    printing.on('message', resolve).on('error', reject).on('exit', onEnd)
    try {
      printing.postMessage({ content, atMs: at.epochMilliseconds }, [])
      const reply = answer.parse(await said)
      if ('failure' in reply) throw new Error(reply.failure)
      return reply.pdf
    } catch (error) {
      end()
      throw error
    } finally {
      printing.off('message', resolve).off('error', reject).off('exit', onEnd)
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  function begin() {
    const begun = new Worker(program(), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // A process that ends does not wait for a reader's file; and what breaks between two files is nobody's.
    begun.unref()
    return begun.on('error', () => undefined)
  }

  /** @throws RefusalError where too many wait already. */
  return async function print(content: DocumentContent, at: Temporal.Instant): Promise<Uint8Array> {
    if (waiting >= mostWaiting) throw new RefusalError('UNAVAILABLE', { retryAfterSeconds: 5 })
    waiting += 1
    const printed = before
      .then(() => printNext(content, at))
      .finally(() => {
        waiting -= 1
      })
    before = printed.catch(() => undefined)
    return printed
  }
}
