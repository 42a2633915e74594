// node tools/write-schema.ts: today's schema, a file in each folder that declares tables, from a database made by migrations.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from './schema/declarations.ts'
import { filesOnDisk, schemaFiles } from './schema/files.ts'
import { withMigrated } from './schema/migrated.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { startTestDatabase } from './setup/test-database.ts'

await runTool(async () => {
  const source = join(root, 'src')
  const server = await startTestDatabase(root, say)
  try {
    const files = await withMigrated(server.url, (client) =>
      schemaFiles(client, readDeclarations(source)),
    )
    const before = filesOnDisk(source)
    for (const name of before.keys()) if (!files.has(name)) rmSync(join(source, name))
    for (const [name, text] of files) {
      if (before.get(name) === text) continue
      writeFileSync(join(source, name), text)
      say(`Wrote src/${name}`)
    }
  } finally {
    await server.stop()
  }
})
