import type { Bench } from '#conformance/check.ts'
import { createBench } from '#conformance/bench.ts'
import { openInbox } from '#conformance/inbox.ts'
import type { RunningServer } from '#demo/stand-ins/wire/listen.ts'

/** What a stand-in is started with to be tried. */
export type Setting = {
  readonly now: () => Temporal.Instant
  readonly secret: string
  /** Where its reports go, and what they are signed with. */
  readonly callbackUrl: string
  readonly callbackSecret: string
  /** The address it is tried at, where that is not its own. */
  readonly publicUrl?: string
}

/** Where a stand-in runs, and what opens it. */
export type Place = {
  readonly url: string
  readonly secret: string
  readonly now: () => Temporal.Instant
}

/** One of our own stand-ins, ready to be tried. */
export type StandIn = {
  readonly start: (setting: Setting) => Promise<RunningServer>
  /** What an operator would say of it; may put something into it first. */
  readonly give: (at: Place) => Readonly<Record<string, () => Promise<string> | string>>
  /** What a person would do there. */
  readonly person?: (deed: string, address: string, at: Place) => Promise<string>
  /** Below the address of the server. */
  readonly path?: string
}

/** Something between a system and who tries it. */
export type Between = {
  readonly url: string
  /** Where the system sends its reports. */
  readonly reportUrl: string
  readonly lead: (to: { url: string; reportUrl: string }) => void
}

const callbackSecret = 'secret-of-the-reports'

/** Starts a stand-in with a clock of its own that moves when somebody waits, and the inbox for its reports. */
export async function startRig(
  standIn: StandIn,
  options: { at: string; secret?: string; between?: Between; answerWithinMs?: number },
) {
  const { between, secret = 'secret-of-the-trial' } = options
  let instant = Temporal.Instant.from(options.at)
  const now = () => instant
  const inbox = await openInbox({ host: '127.0.0.1', port: 0, secret: callbackSecret, now })
  const server = await standIn.start({
    now,
    secret,
    callbackUrl: between?.reportUrl ?? inbox.url,
    callbackSecret,
    ...(between && { publicUrl: between.url }),
  })
  const place = { url: server.url, secret, now }
  const gifts = standIn.give(place)
  between?.lead({ url: server.url, reportUrl: inbox.url })
  const open = (changes: Partial<Pick<Bench, 'answerWithinMs'>> = {}): Bench =>
    createBench({
      url: (between?.url ?? server.url) + (standIn.path ?? ''),
      secret,
      given: async (name) => gifts[name]?.(),
      person:
        standIn.person &&
        ((deed, address) => standIn.person?.(deed, address, place) ?? Promise.resolve('')),
      inbox,
      answerWithinMs: options.answerWithinMs ?? 5000,
      time: {
        now,
        patienceSeconds: 100 * 24 * 3600,
        async wait(seconds) {
          instant = instant.add({ milliseconds: Math.round(seconds * 1000) })
          await fetch(`${server.url}/__tick`, { method: 'POST' })
        },
      },
      ...changes,
    })
  return {
    url: server.url,
    open,
    async close() {
      await server.close()
      await inbox.close()
    },
  }
}
