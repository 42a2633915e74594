import {
  BrowserClient,
  Scope,
  breadcrumbsIntegration,
  dedupeIntegration,
  defaultStackParser,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser'

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
    transport: makeFetchTransport,
    transportOptions: { bufferSize: BUFFER },
    stackParser: (stack, skip) => defaultStackParser(stack, skip).slice(-STACK_FRAMES),
    integrations: [
      breadcrumbsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      linkedErrorsIntegration(),
    ],
  })
  const scope = new Scope()
  scope.setClient(client)
  client.init()
  return (error) => void scope.captureException(error)
}
