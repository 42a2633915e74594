import { antiForgery, readAntiForgeryToken } from '#protocol/conventions.ts'

/** What the app asked and no answer came to. */
export type Unreached = {
  /** It was to change something: whether it arrived is not known. */
  readonly isChange: boolean
  /** Asks the same again, a change under its own key. */
  readonly again: () => void
}

type Fetching = typeof fetch

/** What the router asks for the pages of the app: their data, and which of them there are. */
const ofTheApp = /\.data$|^\/__manifest$/

/**
 * Sends what the app asks, with the anti-forgery header of spec 7.1. Where the network gives nothing, the request waits
 * for the member instead of failing: the router would replace the page by an error page. Nothing is asked again unasked
 * (spec 9).
 */
export function reachWith(
  send: Fetching,
  facts: { readonly origin: () => string; readonly cookieOf: (name: string) => string | undefined },
  report: (unreached: Unreached | undefined) => void,
): Fetching {
  const waiting = new Map<object, { isChange: boolean; ask: () => void }>()
  const show = () => {
    const all = [...waiting.values()]
    const isChange = all.some((one) => one.isChange)
    report(
      all.length === 0 ? undefined : { isChange, again: () => all.forEach(({ ask }) => ask()) },
    )
  }

  /** Until the member asks again, or the app no longer wants it. */
  const askedAgain = (request: Request) =>
    new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => () => {
        waiting.delete(request)
        show()
        finish()
      }
      waiting.set(request, { isChange: !isReading(request), ask: end(resolve) })
      request.signal.addEventListener(
        'abort',
        end(() => reject(request.signal.reason)),
      )
      show()
    })

  return async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== facts.origin()) return send(request)
    const token = isReading(request) ? undefined : readAntiForgeryToken(facts.cookieOf)
    if (token !== undefined) request.headers.set(antiForgery.header, token)
    if (!ofTheApp.test(pathname)) return send(request)
    for (;;) {
      try {
        return await send(request.clone())
      } catch (error) {
        if (request.signal.aborted) throw error
        await askedAgain(request)
      }
    }
  }
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'
