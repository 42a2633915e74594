import { writeFile } from 'node:fs/promises'
import { openApiDocument } from '#protocol/openapi.ts'

// Writes docs/openapi.json from the endpoints; a test checks that it is current.
const file = new URL('../docs/openapi.json', import.meta.url)
await writeFile(file, `${JSON.stringify(openApiDocument, null, 2)}\n`)
