import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  expectedStamp,
  installDependencies,
  installFolder,
  matchesLock,
} from '../../tools/setup/dependencies.mjs'
import { isBuilt, keepStamp, refuseWrongBuild, stampOf } from '../../tools/setup/build-stamp.ts'
import { scratchFolder } from './scratch-folder.ts'

const lock = {
  '': { dependencies: { a: '1.0.0' }, devDependencies: { b: '2.0.0' } },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', dev: true },
  'node_modules/a-for-another-system': { version: '1.0.0', optional: true },
}

function checkout(installed?: Record<string, { version: string }>): string {
  const root = scratchFolder()
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: lock }))
  mkdirSync(join(root, 'node_modules'))
  const record = join(root, 'node_modules', '.package-lock.json')
  if (installed) writeFileSync(record, JSON.stringify({ packages: installed }))
  return root
}

test('a changed lock file asks for a new installation, an unchanged one does not', () => {
  const root = checkout()
  const before = expectedStamp(root)
  expect(expectedStamp(root)).toBe(before)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { ...lock, c: {} } }))
  expect(expectedStamp(root)).not.toBe(before)
})

test('what the reader installed with npm himself is taken, if it is what the lock file says', () => {
  const both = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }
  expect(matchesLock(checkout(both), false)).toBe(true)
  const old = { ...both, 'node_modules/a': { version: '0.9.0' } }
  expect(matchesLock(checkout(old), false)).toBe(false)
})

test('production does without the development packages, a start does not', () => {
  const root = checkout({ 'node_modules/a': { version: '1.0.0' } })
  expect(matchesLock(root, true)).toBe(true)
  expect(matchesLock(root, false)).toBe(false)
})

test('an installation that was killed half-way, which npm has not recorded, is done again', () => {
  expect(matchesLock(checkout(), false)).toBe(false)
})

test('what a folder of ours needs is installed from its own lock file, once', async () => {
  const root = scratchFolder()
  const place = join(root, 'bench', 'measuring')
  mkdirSync(join(place, 'thing'), { recursive: true })
  const write = (file: string, json: object) =>
    writeFileSync(join(place, file), JSON.stringify(json))
  const thing = { name: 'thing', version: '1.0.0' }
  const measuring = { name: 'measuring', dependencies: { thing: 'file:thing' } }
  write('thing/package.json', thing)
  write('package.json', measuring)
  const link = { resolved: 'thing', link: true }
  const packages = { '': measuring, 'node_modules/thing': link, thing }
  write('package-lock.json', { name: 'measuring', lockfileVersion: 3, packages })
  const said: string[] = []
  const install = () =>
    installFolder({ root, folder: 'bench/measuring', say: (line) => said.push(line) })
  await install()
  expect(existsSync(join(place, 'node_modules', 'thing', 'package.json'))).toBe(true)
  expect(said).toEqual([
    'Installing what bench/measuring needs with npm ci; the first time takes a minute or two',
    expect.stringMatching(/^Dependencies installed in \d+ s$/),
  ])
  await install()
  expect(said).toHaveLength(2)
})

test.each([false, true])(
  'a machine without a library that the pinned Node needs is told which one (production: %s)',
  async (production) => {
    const both = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }
    const root = checkout(both)
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { node: '26.10.0' } }))
    mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true })
    const loaderSays =
      'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
    writeFileSync(
      join(root, 'node_modules', 'node', 'bin', 'node'),
      `#!/bin/sh\necho '${loaderSays}' >&2\nexit 127\n`,
      { mode: 0o755 },
    )
    await expect(installDependencies({ root, production, say: () => undefined })).rejects.toThrow(
      "Node 26.10.0 does not run without the system's library libatomic.so.1",
    )
  },
)

test('the portal is built anew when a page changes, is added or is renamed, not for a test', () => {
  const root = scratchFolder()
  const page = join(root, 'src', 'portal', 'page.tsx')
  mkdirSync(join(root, 'src', 'portal'), { recursive: true })
  writeFileSync(page, 'one')
  mkdirSync(join(root, 'build'))
  const built = () => keepStamp(root, stampOf(root))
  built()
  writeFileSync(join(root, 'src', 'portal', 'page.test.tsx'), 'a test')
  expect(isBuilt(root)).toBe(true)
  writeFileSync(page, 'two')
  expect(isBuilt(root)).toBe(false)
  built()
  writeFileSync(join(root, 'src', 'portal', 'other.tsx'), '')
  expect(isBuilt(root)).toBe(false)
  built()
  renameSync(page, join(root, 'src', 'portal', 'start.tsx'))
  expect(isBuilt(root)).toBe(false)
})

test('the same sources written at another time, as by another checkout, are not built anew', () => {
  const root = scratchFolder()
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'src', 'main.ts'), 'one')
  keepStamp(root, stampOf(root))
  utimesSync(join(root, 'src', 'main.ts'), 1, 1)
  expect(isBuilt(root)).toBe(true)
})

test('production installs nothing: what is missing is refused, and the folder stays as it is', async () => {
  const root = checkout({ 'node_modules/a': { version: '0.9.0' } })
  const before = readdirSync(root, { recursive: true })
  const install = installDependencies({ root, production: true, say: () => undefined })
  await expect(install).rejects.toThrow(
    'The dependencies are not those of package-lock.json: run npm ci and npm run build once, before it is served.',
  )
  expect(readdirSync(root, { recursive: true })).toEqual(before)
})

test('what is not built, or built from other sources, is not served', () => {
  const root = scratchFolder()
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'main.ts'), 'one')
  const refusal = () => refuseWrongBuild(root)
  expect(refusal).toThrow('The portal is not built: run npm run build once, before it is served.')
  mkdirSync(join(root, 'build'))
  keepStamp(root, stampOf(root))
  expect(refusal).not.toThrow()
  writeFileSync(join(root, 'src', 'main.ts'), 'two')
  expect(refusal).toThrow('The portal was built from other sources: run npm run build again.')
})
