import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '#process/folder-lock.mjs'
import { StartRefusal } from '#process/start-refusal.ts'
import { developerPages } from '#vocabulary/site-pages.ts'
import { laterTextsFile, preparedFile, searchIndexFile } from '#server/pages/web-build.ts'
import { isBuilt, keepStamp, stampOf } from './build-stamp.ts'
import { productionFlags } from './compile-cache.ts'

/** Builds the portal, unless the last build was made from the same inputs. Two at once: one waits. */
export async function buildPortal(root: string, log: (line: string) => void, end?: AbortSignal) {
  if (isBuilt(root)) return
  mkdirSync(join(root, '.data'), { recursive: true })
  const lock = await waitForLock(join(root, '.data', 'build.lock'), (pid) => {
    log(`Another build runs in this folder (process ${pid}): waiting for it`)
  })
  try {
    if (!isBuilt(root)) await build(root, log, end)
  } finally {
    lock.release()
  }
}

async function build(root: string, log: (line: string) => void, end?: AbortSignal) {
  const bin = (name: string) => join(root, 'node_modules', '.bin', name)
  if (!existsSync(bin('react-router'))) {
    throw new StartRefusal(
      'The portal is not built, and the build tools are not installed: run npm ci and npm run build.',
    )
  }
  log('Building the portal, in six steps: ten seconds to a minute')
  const stamp = stampOf(root)
  const began = performance.now()
  const steps: [string, string, string[]][] = [
    ['the pages', bin('react-router'), ['build']],
    ['what the phone keeps of it', bin('vite'), ['build', '--config', 'vite.worker.config.ts']],
    ["the staff's console", bin('react-router'), ['build', 'src/console']],
    ['the server', bin('vite'), ['build', '--config', 'vite.server.config.ts']],
    [
      'its compiled code',
      process.execPath,
      [...productionFlags, join(root, 'build/serve/compile.js')],
    ],
  ]
  for (const [index, [what, program, words]] of steps.entries()) {
    log(`  ${index + 1} of 6: ${what}`)
    const { code, output } = await run(program, words, root, end)
    if (end?.aborted) return
    if (code !== 0) throw new StartRefusal(`${output.trimEnd()}\nThe build failed (above is why).`)
  }
  log('  6 of 6: the static pages and their pictures')
  // Loaded only here: a start that finds its build needs none of it.
  const { prepareContent } = await import('#server/content/prepare.ts')
  const { publishedPrices } = await import('#domain/catalogue/price-book.ts')
  const { priceBookToday } = await import('#server/content/price-book.ts')
  const { developerFragments } = await import('#server/developers/developers.ts')
  const { content, laterTexts, searchIndex } = prepareContent(
    join(root, 'content'),
    priceBookToday(publishedPrices),
    developerFragments(),
  )
  writeFileSync(join(root, preparedFile), JSON.stringify(content))
  writeFileSync(join(root, laterTextsFile), JSON.stringify(laterTexts))
  writeFileSync(join(root, searchIndexFile), JSON.stringify(searchIndex))
  const { writeBrandPictures } = await import('./brand-pictures/write.ts')
  // Pages for developers share the picture of the first of them.
  const facts = [
    ...content.pages.map((page) => page.facts),
    ...content.later.filter(({ path }) => path === developerPages.top),
  ]
  writeBrandPictures(join(root, 'build/client'), facts, join(root, '.data', 'pictures'))
  keepStamp(root, stamp)
  log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

function run(command: string, words: string[], root: string, end?: AbortSignal) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    // The compiled code of the server has its own place, whatever this process uses.
    const { NODE_COMPILE_CACHE: _, ...own } = process.env
    const env = { ...own, NODE_ENV: 'production' }
    const child = spawn(command, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = () => child.kill('SIGTERM')
    end?.addEventListener('abort', stop, { once: true })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => {
      end?.removeEventListener('abort', stop)
      resolve({ code, output })
    })
  })
}
