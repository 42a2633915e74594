import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { brand } from '#brand'
import type { Faults } from '../wire/faults.ts'

/** The provider's own stylesheet: every rule under its own class names, so it cannot touch the portal. */
const navigationStyle = `.provider-navi, .provider-footer { color-scheme: light dark; font: 14px/1.6 "Noto Sans JP", "Hiragino Sans", sans-serif; color: light-dark(#1a1a1c, #f1f1f4); background: light-dark(#f8f8fb, #1a1a1c) }
.provider-navi { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 16px; padding: 0 16px; border-bottom: 1px solid light-dark(#d8d8db, #414143) }
.provider-navi a, .provider-footer a { display: inline-block; padding: 8px 4px; color: inherit; text-decoration: none }
.provider-navi a:hover, .provider-footer a:hover { text-decoration: underline }
.provider-navi a:focus-visible, .provider-footer a:focus-visible { outline: 4px solid light-dark(#000, #fff); outline-offset: 2px }
.provider-navi__brand { font-weight: 700 }
.provider-navi__links, .provider-footer__links { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 0; padding: 0; list-style: none }
.provider-footer { padding: 12px 16px; border-top: 1px solid light-dark(#d8d8db, #414143) }
.provider-footer__note { margin: 4px 4px 0; font-size: 12px; color: light-dark(#4d4d4d, #b4b4b7) }
`

type NavigationFlags = { isSp: boolean; isLoggedIn: boolean; isMember: boolean; backPath: string }

/** The navigation service (spec 7.2, 7.3): the provider's slim header and footer by auth flags. */
export function navigationRoutes(platformUrl: string, faults: Faults): Hono {
  const routes = new Hono()
  routes.get('/navi.css', (c) => {
    c.header('content-type', 'text/css; charset=utf-8')
    c.header('cache-control', 'public, max-age=3600')
    c.header('access-control-allow-origin', '*')
    return c.body(navigationStyle)
  })
  routes.get('/navi', async (c) => {
    if (faults.handlerMode(c) === 'malformed') {
      return c.body('{"head":"<link', 200, { 'content-type': 'application/json' })
    }
    const flags: NavigationFlags = {
      isSp: isSet(c.req.query('is_sp')),
      isLoggedIn: isSet(c.req.query('dmm_login')),
      isMember: isSet(c.req.query('mvno_member')),
      backPath: toLocalPath(c.req.query('back_path')),
    }
    const header = String(await headerMarkup(platformUrl, flags))
    c.header('cache-control', 'no-store')
    return c.json({
      head: `<link rel="stylesheet" href="${platformUrl}/navi.css"><meta name="provider-navi" content="1">`,
      header: faults.handlerMode(c) === 'huge' ? header + padding : header,
      footer: String(await footerMarkup(platformUrl)),
      main_contents: `<div class="provider-main provider-main--${flags.isSp ? 'sp' : 'pc'}">`,
    })
  })
  return routes
}

const padding = `<p>${'あ'.repeat(700_000)}</p>`

function isSet(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true'
}

/** A path on the portal itself, or `/`: the login must never lead back to another site. */
export function toLocalPath(path: string | undefined): string {
  if (path === undefined || path.length > 2000) return '/'
  const isPlain = /^\/(?![/\\])[^\\\s\p{Cc}\p{Cf}]*$/u.test(path)
  return isPlain ? path : '/'
}

function headerMarkup(platformUrl: string, flags: NavigationFlags) {
  const back = encodeURIComponent(flags.backPath)
  const links = flags.isLoggedIn
    ? html`<li><a href="${platformUrl}/account">${brand.account}の管理</a></li>
        <li><a href="/auth/logout">ログアウト</a></li>`
    : html`<li><a href="/auth/login?back=${raw(back)}">ログイン</a></li>`
  return html`<div
    class="provider-navi provider-navi--${flags.isSp ? 'sp' : 'pc'}"
    data-member="${flags.isMember ? '1' : '0'}"
  >
    <a class="provider-navi__brand" href="${platformUrl}/company">${brand.provider}</a>
    <ul class="provider-navi__links">
      ${links}
      <li><a href="${platformUrl}/help">ヘルプ</a></li>
    </ul>
  </div>`
}

function footerMarkup(platformUrl: string) {
  return html`<div class="provider-footer">
    <ul class="provider-footer__links">
      <li><a href="${platformUrl}/company">${brand.provider}について</a></li>
      <li><a href="${platformUrl}/rules">${brand.account}利用規約</a></li>
      <li><a href="${platformUrl}/privacy">プライバシーポリシー</a></li>
      <li><a href="${platformUrl}/help">ヘルプ</a></li>
    </ul>
    <p class="provider-footer__note">© ${brand.provider}</p>
  </div>`
}
