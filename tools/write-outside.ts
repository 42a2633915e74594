import { writeFile } from 'node:fs/promises'
import { outsideSystems } from '#outside/index.ts'
import { createOutsideDocument } from '#outside/openapi.ts'

// Writes docs/outside-systems/<system>.openapi.json from the declarations; a test checks that they are current.
for (const system of outsideSystems) {
  const file = new URL(`../docs/outside-systems/${system.name}.openapi.json`, import.meta.url)
  await writeFile(file, `${JSON.stringify(createOutsideDocument(system), null, 2)}\n`)
}
