import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The console's pages. `c/:grant/mypage/…` comes here with the member's own route modules. */
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
