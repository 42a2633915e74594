import {
  BrowserClient,
  breadcrumbsIntegration,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  type ErrorEvent,
} from '@sentry/browser'
import { loggedAddress } from '#protocol/logged-address.ts'

/** Spec 9: value length, buffer, stack frames. */
const VALUE_LENGTH = 250
const BUFFER = 30
const STACK_FRAMES = 50

/** The error-reporting client, told only of what `watchErrors` caught. */
export function createReporter(dsn: string): (error: unknown) => void {
  Error.stackTraceLimit = STACK_FRAMES
  const client = new BrowserClient({
    dsn,
    maxValueLength: VALUE_LENGTH,
    maxBreadcrumbs: BUFFER,
    beforeSend: withoutQueries,
    dataCollection: { userInfo: false, cookies: false, httpBodies: [], urlQueryParams: false },
    transport: makeFetchTransport,
    transportOptions: { bufferSize: BUFFER },
    stackParser: (stack, skip) => defaultStackParser(stack, skip).slice(-STACK_FRAMES),
    integrations: [
      // Without clicks: the labels of what was clicked may be a member's own number.
      breadcrumbsIntegration({ dom: false }),
      dedupeIntegration(),
      httpContextIntegration(),
      linkedErrorsIntegration(),
    ],
  })
  // The steps before an error are kept for the client of the current scope alone.
  const scope = getCurrentScope()
  scope.setClient(client)
  client.init()
  return (error) => void scope.captureException(error)
}

/** Queries and fragments hold what a member searched for or typed; the path is enough to find an error. */
function withoutQueries(event: ErrorEvent): ErrorEvent {
  if (event.request) {
    const { url, headers } = event.request
    if (url) event.request.url = loggedAddress(url)
    if (headers?.['Referer']) headers['Referer'] = loggedAddress(headers['Referer'])
  }
  for (const { data } of event.breadcrumbs ?? [])
    for (const name of ['url', 'from', 'to'])
      if (typeof data?.[name] === 'string') data[name] = loggedAddress(data[name])
  return event
}
