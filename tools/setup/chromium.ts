import { spawnSync } from 'node:child_process'
import { StartRefusal } from '#process/start-refusal.ts'
import { findOnPath, installKnownPackage, installSystemPackages } from './system-package.ts'

/** It has no desktop around it: it takes a third less of the processor for the same pages (docs/decisions/036). */
const headlessShell = 'chromium-headless-shell'
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * A Chromium of this machine, else one installed now.
 * @throws {StartRefusal} when there is none to be had.
 */
export function ensureChromium(log: (line: string) => void): string {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !runs(wanted)) {
    throw new StartRefusal(`CHROMIUM_PATH is ${wanted}, but no Chromium runs from there.`)
  }
  if (wanted) return wanted
  const found = findChromium()
  // Beside a desktop's Chromium it is worth a download, but no waiting for a network that is not there.
  if (found && !findOnPath(headlessShell)) installKnownPackage(headlessShell, log)
  if (found) return findChromium() ?? found
  for (const candidate of [headlessShell, 'chromium']) {
    installSystemPackages([candidate, 'fonts-noto-cjk'], log)
    const installed = findChromium()
    if (installed) return installed
  }
  throw new StartRefusal(
    'The browser tests need a Chromium, and none is here or could be installed: install one (on Debian: apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH.',
  )
}

/** Without a Japanese font the pictures show boxes; the results of the tests are the same. */
export function ensureJapaneseFont(log: (line: string) => void) {
  if (hasJapaneseFont()) return
  installSystemPackages(['fonts-noto-cjk', 'fontconfig'], log)
  if (!hasJapaneseFont()) log('No Japanese font is here or could be installed: pictures show boxes')
}

function hasJapaneseFont(): boolean {
  const answer = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() !== ''
}

function findChromium(): string | undefined {
  return names.map(findOnPath).find((path) => path !== undefined && runs(path))
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0
}
