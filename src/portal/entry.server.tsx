import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { pageContext, type PageContext } from '#portal/context.ts'
import { startOfHead } from '#portal/document-head.ts'
import { holdBoot } from '#portal/hold-boot.ts'
import { headForDocument } from '#portal/shell/navigation-head.ts'
import { RenderedHtml } from '#portal/site/rendered-html.ts'

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
  const rendered = page && { fragment: page.rendered.fragment, navigation: page.navigation }
  const stream = await renderToReadableStream(
    <RenderedHtml.Provider value={rendered}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderedHtml.Provider>,
    {
      nonce,
      onError() {
        responseStatus = 500
      },
    },
  )
  // The whole page at once: it is cached or carries a member's data, and a stream would show neither sooner.
  await stream.allReady
  const html = holdBoot(await new Response(stream).text())
  const head =
    startOfHead(html, page?.nonce, new URL(request.url).pathname) +
    headForDocument(page?.navigation.head ?? '') +
    forSearchEngines(page)
  const whole = html.replace('</head>', () => `${head}</head>`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : whole, { status: responseStatus, headers })
}

/** JSON-LD is in the document only: nothing in the browser needs it. */
function forSearchEngines(page: PageContext | null): string {
  const blocks = page?.rendered.structuredData ?? []
  return blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join('')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted) context.get(pageContext)?.reportError(error)
}
