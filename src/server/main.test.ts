import { expect, test } from 'vitest'
import { startAll } from './main.ts'

test('データベースが応えないときの起動は、スタックではなく、どこが応えないかの1文で終わる', async () => {
  const demo = {
    open: () => Promise.reject(new Error('opened without a database')),
    members: [],
    staff: [],
  }
  const started = startAll({
    // Nobody listens at port 1.
    databaseUrl: 'postgresql://portal:secret@127.0.0.1:1/hibiki',
    port: 0,
    log: () => undefined,
    mode: 'demo',
    demo,
  })
  await expect(started).rejects.toMatchObject({
    name: 'StartRefusal',
    message:
      'The database at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1). Start it, or look at DATABASE_URL, and start again.',
  })
})
