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

test('鍵ファイルが変われば入れ直し、変わらなければ入れ直さない', () => {
  const root = checkout()
  const before = expectedStamp(root)
  expect(expectedStamp(root)).toBe(before)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { ...lock, c: {} } }))
  expect(expectedStamp(root)).not.toBe(before)
})

test('自分でnpmで入れたものも、鍵ファイルのとおりなら使う', () => {
  const both = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }
  expect(matchesLock(checkout(both), false)).toBe(true)
  const old = { ...both, 'node_modules/a': { version: '0.9.0' } }
  expect(matchesLock(checkout(old), false)).toBe(false)
})

test('本番は開発用のパッケージなしで済み、npm start は要る', () => {
  const root = checkout({ 'node_modules/a': { version: '1.0.0' } })
  expect(matchesLock(root, true)).toBe(true)
  expect(matchesLock(root, false)).toBe(false)
})

test('途中で止まり、npmが記録しなかった導入は、やり直す', () => {
  expect(matchesLock(checkout(), false)).toBe(false)
})

test('フォルダーの要るものは、その鍵ファイルから1回だけ入れる', async () => {
  const root = scratchFolder()
  const folderCopy = join(root, 'bench', 'measuring')
  mkdirSync(join(folderCopy, 'thing'), { recursive: true })
  const write = (file: string, json: object) =>
    writeFileSync(join(folderCopy, file), JSON.stringify(json))
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
  expect(existsSync(join(folderCopy, 'node_modules', 'thing', 'package.json'))).toBe(true)
  expect(said).toEqual([
    'Installing what bench/measuring needs with npm ci; the first time takes a minute or two',
    expect.stringMatching(/^Dependencies installed in \d+ s$/),
  ])
  await install()
  expect(said).toHaveLength(2)
})

test.each([false, true])(
  '決めたNodeに要るライブラリがない機械には、どれかを言う（本番：%s）',
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

test('ページの変更、追加、改名では作り直し、テストの変更では作り直さない', () => {
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

test('別の時刻に書かれた同じソースでは、作り直さない', () => {
  const root = scratchFolder()
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'src', 'main.ts'), 'one')
  keepStamp(root, stampOf(root))
  utimesSync(join(root, 'src', 'main.ts'), 1, 1)
  expect(isBuilt(root)).toBe(true)
})

test('本番は何も入れない：足りなければ断り、フォルダーはそのまま', async () => {
  const root = checkout({ 'node_modules/a': { version: '0.9.0' } })
  const before = readdirSync(root, { recursive: true })
  const install = installDependencies({ root, production: true, say: () => undefined })
  await expect(install).rejects.toThrow(
    'The dependencies are not those of package-lock.json: run npm ci and npm run build once, before it is served.',
  )
  expect(readdirSync(root, { recursive: true })).toEqual(before)
})

test('作っていないもの、別のソースから作ったものは、出さない', () => {
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
