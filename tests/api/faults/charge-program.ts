import { createPoints } from '#backend/adapters/points.ts'
import { createCard } from '#backend/adapters/card.ts'
import { collectDue } from '#backend/billing/commands/collect.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { createLog } from '#backend/log.ts'
import { createOutbox } from '#backend/mail/outbox.ts'
import { createProcedures } from '#server/procedures.ts'
import { instant } from '#domain/tokyo.ts'

/** A worker that charges what is due, and is gone between the processor's answer and the commit of what it means. */
const env = (name: string) => process.env[name] ?? ''
const [at = ''] = process.argv.slice(2)
const database = connectDatabase({ url: env('DATABASE_URL'), maxConnections: 2 })
const sealing = createSealing(env('SEALING_SECRET'))
const queue = { send: async () => undefined }
const sender = { publicUrl: 'http://localhost', inquiryUrl: 'http://localhost' }
const outbox = createOutbox({ sealing, queue, sender })
const card = createCard({ url: env('CARD_URL'), secret: env('CARD_SECRET') })
const deps = {
  database,
  sealing,
  log: createLog('silent'),
  outbox,
  queue,
  procedures: createProcedures(),
  points: createPoints({ url: '', secret: '' }),
  card: {
    ...card,
    async charge(order: Parameters<typeof card.charge>[0]) {
      const answer = await card.charge(order)
      process.stdout.write(`${answer.kind}\n`)
      process.kill(process.pid, 'SIGKILL')
      return answer
    },
  },
}
await collectDue(deps, instant(at))
