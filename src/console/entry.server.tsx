import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { pageContext } from '#portal/context.ts'
import { renderWhole } from '#portal/render-whole.server.ts'

// The server finds the key of the page context here: importing the module a second time would make a second key.
export { pageContext }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  const page = loadContext.get(pageContext)
  let responseStatus = status
  // The browser hides nonces from scripts: in development React would report them as a mismatch at every page.
  const nonce = import.meta.env.DEV ? undefined : page?.nonce
  const document = await renderWhole(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      onError() {
        responseStatus = 500
      },
    },
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : document, {
    status: responseStatus,
    headers,
  })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted) context.get(pageContext)?.reportError(error)
}
