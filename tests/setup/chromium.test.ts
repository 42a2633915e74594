import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ensureChromium } from '../../tools/setup/chromium.ts'
import { scratchFolder } from './scratch-folder.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A machine with these programs only; what its package manager is asked for stands in `asked`. */
function machineWith(programs: Record<string, string>) {
  const folder = scratchFolder()
  const add = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const [name, script] of Object.entries(programs))
    add(name, script.replaceAll('FOLDER', folder))
  add('sudo', 'shift; exec "$@"')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROMIUM_PATH', undefined)
  const asked = join(folder, 'asked')
  return {
    path: (name: string) => join(folder, name),
    asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []),
  }
}

const silent = () => undefined
const installs = `echo "$*" >> "FOLDER/asked"
[ "$1" = update ] || { printf '#!/bin/sh\\n' > "FOLDER/chromium-headless-shell"; /bin/chmod 755 "FOLDER/chromium-headless-shell"; }`
const isOffline = `echo "$*" >> "FOLDER/asked"; exit 100`

test('デスクトップ用のChromiumだけがある機械では、画面のないものを入れて使う', () => {
  const machine = machineWith({ chromium: '', 'apt-cache': '', 'apt-get': installs })
  expect(ensureChromium(silent)).toBe(machine.path('chromium-headless-shell'))
  expect(machine.asked()).toHaveLength(1)
  // The next run asks nobody.
  expect(ensureChromium(silent)).toBe(machine.path('chromium-headless-shell'))
  expect(machine.asked()).toHaveLength(1)
})

test('画面のないものが手に入らなければ、デスクトップ用のChromiumで試験をする', () => {
  const offline = machineWith({ chromium: '', 'apt-cache': '', 'apt-get': isOffline })
  expect(ensureChromium(silent)).toBe(offline.path('chromium'))
  expect(offline.asked()).toHaveLength(1)
  const unknown = machineWith({ chromium: '', 'apt-cache': 'exit 100', 'apt-get': installs })
  expect(ensureChromium(silent)).toBe(unknown.path('chromium'))
  expect(unknown.asked()).toEqual([])
  const without = machineWith({ chromium: '' })
  expect(ensureChromium(silent)).toBe(without.path('chromium'))
})

test('Chromiumが何もない機械では、画面のないものを入れる。それもできなければ、一文で断る', () => {
  const machine = machineWith({ 'apt-get': installs })
  expect(ensureChromium(silent)).toBe(machine.path('chromium-headless-shell'))
  expect(machine.asked()[0]).toBe('update -q')
  machineWith({ 'apt-get': isOffline })
  expect(() => ensureChromium(silent)).toThrow('The browser tests need a Chromium')
})
