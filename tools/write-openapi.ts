import { writeFile } from 'node:fs/promises'
import { consoleApi } from '#protocol/console/index.ts'
import { createOpenApiDocument, ofConsole, openApiDocument } from '#protocol/openapi.ts'

// Writes docs/openapi.json and docs/openapi-console.json from the endpoints; a test checks that they are current.
const write = (name: string, document: unknown) =>
  writeFile(new URL(`../docs/${name}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`)
await write('openapi.json', openApiDocument)
await write('openapi-console.json', createOpenApiDocument(consoleApi, ofConsole))
