import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { pages, type Page } from '../vocabulary/pages.ts'

/** A route takes an address of my page without what comes before it. */
const within = (page: Page) => page.slice(pages.entrance.length)

/** `npm run dev` shows the design system; no build has it. */
const inDevelopment =
  process.env['NODE_ENV'] === 'development'
    ? [route('gallery/:slug?', 'gallery/gallery-page.tsx')]
    : []

/** Every route, in the order of the specification (section 2.1). No file-name magic. */
export default [
  index('site/simulator/top-page.tsx'),
  route('doc/terminallist.html', 'site/terminals/terminal-page.tsx'),
  route('doc/terminals', 'site/terminals/results.ts'),
  route('support/search', 'site/search/search-page.tsx'),
  route('fee', 'site/simulator/fee-page.tsx'),
  route('fee/simulation', 'site/simulator/simulation.ts'),
  route('privacy_policy', 'site/optin/optin-page.tsx'),
  route('login_back.html', 'site/login-back.tsx'),
  route('-', 'site/redirects.ts', { id: 'redirect-dash' }),
  route('en', 'site/redirects.ts', { id: 'redirect-en' }),
  route('pv', 'site/redirects.ts', { id: 'redirect-pv' }),
  route('questionnaire', 'site/redirects.ts', { id: 'redirect-questionnaire' }),
  route('talk', 'site/redirects.ts', { id: 'redirect-talk' }),
  route('agreement', 'site/redirects.ts', { id: 'redirect-agreement' }),
  route('app', 'site/redirects.ts', { id: 'redirect-app' }),
  route('index.html', 'site/redirects.ts', { id: 'redirect-top' }),
  route('fee/index.html', 'site/redirects.ts', { id: 'redirect-fee' }),
  route('privacy_policy/index.html', 'site/redirects.ts', { id: 'redirect-privacy-policy' }),
  route('auth/logout', 'site/logout.tsx'),
  route('auth/failed', 'site/login-failed.tsx'),
  route('mypage', 'mypage/mypage.tsx', [
    index('mypage/entrance.ts'),
    route(within(pages.top), 'mypage/top/top.tsx'),
    route(within(pages.contract), 'mypage/contract/contract.tsx'),
    route(within(pages.planSize), 'mypage/plan-size/change.tsx'),
    route(within(pages.advice), 'mypage/advice/advice.tsx'),
    route(within(pages.usage), 'mypage/data/usage/usage.tsx'),
    route(within(pages.usageCsv), 'mypage/export/usage-csv.ts'),
    route(within(pages.usageJson), 'mypage/export/usage-json.ts'),
    route(within(pages.topUp), 'mypage/data/top-up/top-up.tsx'),
    route(within(pages.alert), 'mypage/data/alert/alert.tsx'),
    route('line/:lineId.html', 'mypage/line/line.tsx'),
    route(within(pages.lost), 'mypage/line/lost-page.tsx'),
    route(within(pages.call), 'mypage/call/call.tsx'),
    route(within(pages.billing), 'mypage/billing/billing.tsx'),
    route(within(pages.pay), 'mypage/billing/pay.tsx'),
    route(within(pages.card), 'mypage/billing/card.tsx'),
    route(within(pages.spending), 'mypage/spending/spending.tsx'),
    route('billing/:month.html', 'mypage/billing/bill.tsx'),
    route(within(pages.billingYear), 'mypage/billing/year.tsx'),
    route(within(pages.billingYearCsv), 'mypage/export/year-csv.ts'),
    route(within(pages.invoices), 'mypage/invoice/invoice.tsx'),
    route(within(pages.returnInvoices), 'mypage/invoice/return.tsx'),
    route(within(pages.callCsv), 'mypage/export/call-csv.ts'),
    route(within(pages.notices), 'mypage/notice/notice.tsx'),
    route(within(pages.lite), 'mypage/lite/lite.ts'),
    route(within(pages.simAdd), 'mypage/sim/add.tsx'),
    route(within(pages.simChange), 'mypage/sim/change.tsx'),
    route(within(pages.cancellation), 'mypage/cancellation/cancellation.tsx'),
    route(within(pages.orders), 'mypage/order/order.tsx'),
    route(within(pages.procedures), 'mypage/procedure/procedure.tsx'),
    route(within(pages.portOut), 'mypage/port-out/port-out.tsx'),
    route(within(pages.portOutConsent), 'mypage/port-out/consent.tsx'),
    route(within(pages.option), 'mypage/option/option.tsx'),
    route(within(pages.documents), 'mypage/document/document.tsx'),
    route(within(pages.initialCancel), 'mypage/cancellation/initial.tsx'),
    route(within(pages.deadlines), 'mypage/deadline/deadline.tsx'),
    route(within(pages.user), 'mypage/user/user.tsx'),
    route(within(pages.userEdit), 'mypage/user/edit.tsx'),
    route(within(pages.towns), 'mypage/user/towns.ts'),
    route(within(pages.logins), 'mypage/user/logins.tsx'),
    route(within(pages.personal), 'mypage/user/personal.tsx'),
    route(within(pages.optin), 'mypage/point/optin.tsx'),
    route(within(pages.point), 'mypage/point/point.tsx'),
    route(within(pages.enquete), 'mypage/enquete/enquete.tsx'),
  ]),
  ...inDevelopment,
  route('*', 'site/static-page.tsx'),
] satisfies RouteConfig
