import { index, route, type RouteConfig } from '@react-router/dev/routes'
import { pages, type Page } from '../vocabulary/pages.ts'

/** A screen of my page, as it is: its own route module. */
const ofMember = (page: Page, file: string) =>
  route(page.slice(pages.entrance.length), `../portal/mypage/${file}`)

/** The console's pages. Two hooks of my page read the data of its layout by the id `mypage/mypage`. */
export default [
  index('today/today.tsx'),
  route('queue/ticket', 'ticket/list.tsx'),
  route('queue/:queue', 'queue/queue.tsx'),
  route('file/:of/:no', 'queue/file.ts'),
  route('t/new', 'ticket/new.tsx'),
  route('t/:ticketNo', 'ticket/ticket.tsx'),
  route('t/:ticketNo/draft', 'ticket/draft.ts'),
  route('find', 'find/find.tsx'),
  route('c', 'record/records.tsx'),
  route('c/:grant/:part?', 'record/record.tsx'),
  route('c/:grant/mypage', 'behalf/behalf.tsx', { id: 'mypage/mypage' }, [
    index('behalf/start.tsx'),
    route('send', 'behalf/send.ts'),
    ofMember(pages.planSize, 'plan-size/change.tsx'),
    ofMember(pages.cancellation, 'cancellation/cancellation.tsx'),
    ofMember(pages.option, 'option/option.tsx'),
    ofMember(pages.simAdd, 'sim/add.tsx'),
    ofMember(pages.simChange, 'sim/change.tsx'),
    ofMember(pages.portOut, 'port-out/port-out.tsx'),
    ofMember(pages.devices, 'device/devices.tsx'),
    ofMember(pages.deviceClaim, 'device/claim.tsx'),
    ofMember(pages.orders, 'order/order.tsx'),
    route('*', 'behalf/not-here.tsx'),
  ]),
  route('mypage/*', 'behalf/way-back.ts'),
  route('access', 'access/access.tsx'),
  route('audit', 'audit/audit.tsx'),
  route('approval', 'approval/list.tsx'),
  route('approval/:approvalNo', 'approval/approval.tsx'),
  route('outage', 'outage/list.tsx'),
  route('outage/new', 'outage/new.tsx'),
  route('outage/:incidentId', 'outage/outage.tsx'),
  route('notice', 'notice/notice.tsx'),
  route('me', 'me/me.tsx'),
  route('login', 'entrance/login.tsx'),
  route('no-entry', 'entrance/no-entry.tsx'),
  route('directory-down', 'entrance/directory-down.tsx'),
  route('keys', 'keyboard/keys-page.tsx'),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
