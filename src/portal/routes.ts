import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every route, in the order of the specification (section 2.1). No file-name magic. */
export default [
  index('site/simulator/top-page.tsx'),
  route('doc/terminallist.html', 'site/terminals/terminal-page.tsx'),
  route('doc/terminals', 'site/terminals/results.ts'),
  route('fee', 'site/simulator/fee-page.tsx'),
  route('fee/simulation', 'site/simulator/simulation.ts'),
  route('login_back.html', 'site/login-back.tsx'),
  route('-', 'site/redirects.ts', { id: 'redirect-dash' }),
  route('en', 'site/redirects.ts', { id: 'redirect-en' }),
  route('pv', 'site/redirects.ts', { id: 'redirect-pv' }),
  route('questionnaire', 'site/redirects.ts', { id: 'redirect-questionnaire' }),
  route('auth/logout', 'site/logout.tsx'),
  route('auth/failed', 'site/login-failed.tsx'),
  route('mypage', 'mypage/mypage.tsx', [
    index('mypage/entrance.ts'),
    route('top.html', 'mypage/top/top.tsx'),
    route('plan/change.html', 'mypage/plan/change.tsx'),
    route('data/usage.html', 'mypage/data/usage/usage.tsx'),
    route('data/usage.csv', 'mypage/export/usage-csv.ts'),
    route('data/usage.json', 'mypage/export/usage-json.ts'),
    route('sim/add.html', 'mypage/sim/add.tsx'),
    route('sim/change.html', 'mypage/sim/change.tsx'),
    route('sim/cancel.html', 'mypage/cancel/cancel.tsx'),
    route('order.html', 'mypage/order/order.tsx'),
  ]),
  route('*', 'site/static-page.tsx'),
] satisfies RouteConfig
