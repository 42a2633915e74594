import { antiForgery, readAntiForgeryToken } from '#protocol/conventions.ts'

/** What the app asked and no answer came to. */
export type Unreached = {
  /** It was to change something: whether it arrived is not known. */
  readonly isChange: boolean
  /** The network is there, and the portal says that it cannot work just now. */
  readonly isOutage: boolean
  /** Asks the same again, a change under its own key. */
  readonly again: () => void
}

type Fetching = typeof fetch

/** What the router asks for the pages of the app: their data, and which of them there are. */
const ofTheApp = /\.data$|^\/__manifest$/

/**
 * Sends what the app asks, with the anti-forgery header of spec 7.1. Where the network gives nothing, the request waits
 * for the member instead of failing: the router would replace the page by an error page. So does a change that met an
 * outage: what was typed is nowhere but on the page. Nothing is asked again unasked (spec 9).
 */
export function reachWith(
  send: Fetching,
  facts: { readonly origin: () => string; readonly cookieOf: (name: string) => string | undefined },
  report: (unreached: Unreached | undefined) => void,
): Fetching {
  const waiting = new Map<object, { isChange: boolean; isOutage: boolean; ask: () => void }>()
  const show = () => {
    const all = [...waiting.values()]
    const isChange = all.some((one) => one.isChange)
    const isOutage = all.some((one) => one.isOutage)
    const again = () => all.forEach(({ ask }) => ask())
    report(all.length === 0 ? undefined : { isChange, isOutage, again })
  }

  /** Until the member asks again, or the app no longer wants it. */
  const askedAgain = (request: Request, isOutage: boolean) =>
    new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => () => {
        waiting.delete(request)
        show()
        finish()
      }
      waiting.set(request, { isChange: !isReading(request), isOutage, ask: end(resolve) })
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
        const answer = await send(request.clone())
        if (isReading(request) || !isOutageOf(answer)) return answer
        await askedAgain(request, true)
      } catch (error) {
        if (request.signal.aborted) throw error
        await askedAgain(request, false)
      }
    }
  }
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Said by what stands before the pages; a page that answers 503 itself says so in the router's own encoding, and stays. */
const isOutageOf = ({ status, headers }: Response) =>
  status === 503 && !(headers.get('Content-Type') ?? '').startsWith('text/x-script')
