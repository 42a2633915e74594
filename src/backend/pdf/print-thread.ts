import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { documentContent } from './content.ts'
import { printDocument } from './print.ts'

/** What a thread is handed (print-aside.ts): a document, and the moment its file is dated. */
const order = z.object({ content: documentContent, atMs: z.number() })

parentPort?.on('message', (message: unknown) => {
  const { content, atMs } = order.parse(message)
  printDocument(content, Temporal.Instant.fromEpochMilliseconds(atMs)).then(
    (pdf) => parentPort?.postMessage({ pdf }, []),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) }, []),
  )
})
