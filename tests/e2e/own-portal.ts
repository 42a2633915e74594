import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import {
  logIn as logInFirst,
  logInByPassword as logInByPasswordFirst,
  test as base,
} from './fixtures.ts'
import type { SlowUse } from './use-slowly.ts'
import {
  portalMessage,
  type Ask,
  type OwnPortalStart,
  type PortalMessage,
} from './own-portal-wire.ts'

/** A portal that only the tests of one file or of one life use: they may move its clock. Its people are the demo's. */
export type OwnPortal = {
  url: string
  /** The carrier stand-in's own address: the other carrier of a port-out lives there. */
  carrierUrl: string
  /** The stand-in of a push service, with the devices behind it. */
  pushUrl: string
  clock: {
    /** `to('2026-12-01')`: the time in Japan. Resolves when what fell due in between is done. */
    to: (time: string) => Promise<void>
    /** `move('+1d')`, as `npm run clock` takes it. */
    move: (step: string) => Promise<void>
  }
  /** What the operator enters on the board: data cannot be used from now on. Resolves to its id. */
  openOutage: (outage: { title: string; areas: string[] }) => Promise<string>
  closeOutage: (outageId: string) => Promise<void>
  /** A member's first line is switched to low speed and has used so much of it in the last hour. */
  useSlowly: (use: SlowUse) => Promise<void>
  /** As after so many minutes in which nobody asked for anything; after 30 every login here has run out. */
  leaveUnused: (minutes: number) => Promise<void>
}

type WorkerFixtures = {
  /** The portal's time when its first test begins (RFC 3339); that of all tests, if not given. */
  startAt: string | undefined
  /** Behind a proxy that ends TLS, at an https address. */
  tls: boolean
  /** Who moves the clock names a life of its own; others that need a portal aside share one (`aside` in playwright.config.ts). */
  life: string
  portal: OwnPortal
}

/** Starting takes its seconds, once a file: keep the tests of a file in order and in one worker (`mode: 'default'`). */
export const test = base.extend<object, WorkerFixtures>({
  startAt: [undefined, { option: true, scope: 'worker' }],
  tls: [false, { option: true, scope: 'worker' }],
  life: ['', { option: true, scope: 'worker' }],
  portal: [
    async ({ startAt, tls }, use) => {
      const { portal, stop } = await startOwnPortal({ startAt, tls })
      await use(portal)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
})

/** Logs in as at the first time: a clock that was moved has ended our session, but not the provider's. */
export async function logIn(page: Page, loginId: string, back?: string): Promise<void> {
  await page.context().clearCookies()
  await logInFirst(page, loginId, back)
}

/** The same with the password alone. */
export async function logInByPassword(page: Page, loginId: string, back: string): Promise<void> {
  await page.context().clearCookies()
  await logInByPasswordFirst(page, loginId, back)
}

async function startOwnPortal(start: OwnPortalStart) {
  const program = fileURLToPath(new URL('own-portal-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(start)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  function nextMessage(): Promise<PortalMessage> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`The portal ended:\n${errors}`))
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(portalMessage.parse(message))
      })
    })
  }

  async function ask(asked: Ask): Promise<string> {
    const next = nextMessage()
    child.send(asked)
    const answer = await next
    if ('done' in answer) return answer.done
    throw new Error('failed' in answer ? answer.failed : 'The portal answered out of turn')
  }

  const next = await nextMessage()
  if (!('ready' in next)) throw new Error('The portal did not say where it is')
  const move = async (word: string) => void (await ask({ clock: word }))
  const portal: OwnPortal = {
    ...next.ready,
    clock: {
      to: move,
      move,
    },
    openOutage: (outage) => ask({ openedOutage: outage }),
    closeOutage: async (outageId) => void (await ask({ closedOutage: outageId })),
    useSlowly: async (slowUse) => void (await ask({ slowUse })),
    leaveUnused: async (minutes) => void (await ask({ unusedForMinutes: minutes })),
  }
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exited
  }
  return { portal, stop }
}
