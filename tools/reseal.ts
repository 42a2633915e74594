// npm run reseal: seals anew, with the key of SEALING_SECRET, what former keys have sealed; the worker does the same by
// itself. `check` counts the values of each key in the whole database, `index-key` says what INDEX_KEY has to be.
import { connectDatabase } from '#backend/db/connect.ts'
import { createSealing, indexKeyOf } from '#backend/db/sealing.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { checkSealingKeys } from '#server/resealing/known-keys.ts'
import { sealAnew, searchAll } from '#server/resealing/reseal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { print } from './setup/print.ts'

await runTool(async () => {
  const asked = process.argv[2] ?? 'now'
  if (!['now', 'check', 'index-key'].includes(asked))
    throw new StartRefusal(
      'Say npm run reseal, npm run reseal -- check, or npm run reseal -- index-key.',
    )
  const keys = sealingKeys()
  if (asked === 'index-key') return print(keys.indexKey ?? indexKeyOf(keys.current))
  const sealing = createSealing(keys)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2, queryTimeoutMs: 60_000 })
  try {
    await checkSealingKeys(handle.db, sealing)
    if (asked === 'now')
      await sealAnew(
        { database: handle, sealing, databaseUrl: database.url },
        {
          onProgress: ({ table, rowsRead, sealed, unopened }) =>
            say(
              `${table}: ${rowsRead} rows, ${sealed} sealed anew${unopened === 0 ? '' : `, ${unopened} that do not open`}`,
            ),
        },
      )
    const left = await searchAll(database.url, handle.db, sealing)
    for (const [keyId, values] of left) print(`${keyId}\t${values} values`)
    const former = [...left].filter(([keyId]) => keyId !== sealing.keyId)
    if (former.length > 0)
      throw new StartRefusal(`Still needed: ${former.map(([keyId]) => keyId).join(', ')}.`)
    print(`Nothing is sealed with another key than ${sealing.keyId}: no other is needed.`)
  } finally {
    await handle.close()
    await database.stop()
  }
})
