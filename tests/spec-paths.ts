import type { Method } from '#protocol/endpoint.ts'

/**
 * The paths of specification 7.2 in its order, as data. The specification shows methods for the
 * platform calls only; the others are ours (the methods the wire settled on).
 *
 * Counting: 4 platform, 10 account, 9 contract, 10 SIM, 8 billing, 15 data and lines, 12 options,
 * 5 coupons, 3 port-out = 76 paths. `/api/sim_add/cost, /contract, and /api/sim_add` are three
 * paths, likewise the roots of the support, voice and group options. With several methods on a path
 * they make 84 operations.
 */
export const specPaths: Readonly<Record<string, readonly Method[]>> = {
  // Platform
  '/api/platform/auth': ['GET'],
  '/api/platform/auth/open_id': ['GET'],
  '/api/platform/dmm_navi': ['GET'],
  '/api/platform/announce': ['GET'],
  // Account
  '/api/link_rid/member_info': ['GET'],
  '/api/link_rid/register': ['POST'],
  '/api/optIn/status': ['GET'],
  '/api/optIn/register': ['POST'],
  '/api/postcodes/search': ['GET'],
  '/api/user': ['GET'],
  '/api/user_edit/status': ['GET'],
  '/api/user_edit/register': ['POST'],
  '/api/personal': ['GET'],
  '/api/enquete': ['GET', 'POST'],
  // Contract
  '/api/contract': ['GET'],
  '/api/contract_change_status': ['GET'],
  '/api/contract_terminal/notice': ['GET'],
  '/api/contract_detail/reserve': ['POST'],
  '/api/contract_detail/status': ['GET'],
  '/api/contract_detail/paper_status': ['GET'],
  '/api/contract_detail/paper_available': ['GET'],
  '/api/assured_device/select_menu': ['GET', 'POST'],
  '/api/assured_device/list': ['GET'],
  // SIM
  '/api/sim_add/cost': ['GET'],
  '/api/sim_add/contract': ['GET'],
  '/api/sim_add': ['POST'],
  '/api/sim_cancel/reset': ['POST'],
  '/api/sim_cancel/payment': ['GET'],
  '/api/sim_cancel/reserve': ['POST'],
  '/api/sim_change/size/register': ['POST'],
  '/api/sim_change/size/initial_cost': ['GET'],
  '/api/sim_change/type/register': ['POST'],
  '/api/sim_change/type/initial_cost': ['GET'],
  // Billing
  '/api/billing/status': ['GET'],
  '/api/billing/unpaid': ['GET'],
  '/api/billing/reserve': ['GET'],
  '/api/single_pay': ['POST'],
  '/api/invoice/review': ['GET'],
  '/api/invoice/issue': ['POST'],
  '/api/invoice_return/review': ['GET'],
  '/api/invoice_return/issue': ['POST'],
  // Data and lines
  '/api/high_speed/history': ['GET'],
  '/api/high_speed/residual': ['GET'],
  '/api/high_speed/status': ['GET', 'PUT'],
  '/api/high_speed/coupon': ['GET', 'POST'],
  '/api/high_speed/residual_notification': ['GET', 'PUT'],
  '/api/status/line_group': ['GET'],
  '/api/status/apply/state': ['GET'],
  '/api/status/cancel/state': ['GET'],
  '/api/status/initial_cancel': ['GET', 'POST'],
  '/api/status/usage': ['GET'],
  '/api/status/device': ['GET'],
  '/api/status/line': ['GET'],
  '/api/packet/log': ['GET'],
  '/api/call/log': ['GET'],
  '/api/malware_block/status': ['GET', 'PUT'],
  // Options
  '/api/support_option/available': ['GET'],
  '/api/support_option/cancelable': ['GET'],
  '/api/support_option/cancel': ['POST'],
  '/api/support_option': ['POST'],
  '/api/voice_option': ['GET', 'POST'],
  '/api/voice_option/available': ['GET'],
  '/api/voice_option/cancelable': ['GET'],
  '/api/voice_option/cancel': ['POST'],
  '/api/dmm_option': ['POST'],
  '/api/dmm_option/contracting': ['GET'],
  '/api/dmm_option/cancel': ['POST'],
  '/api/dmm_option/cancelable': ['GET'],
  // Coupons
  '/api/coupon/list': ['GET'],
  '/api/coupon/estimate': ['GET'],
  '/api/coupon/register': ['POST'],
  '/api/coupon/cancel': ['POST'],
  '/api/coupon/reserved_plan': ['GET'],
  // Port-out
  '/api/port_out/possible_list': ['GET'],
  '/api/port_out/payment': ['GET'],
  '/api/port_out/issuance_request': ['POST'],
}
