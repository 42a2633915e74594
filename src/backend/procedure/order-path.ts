/** The page of one order. */
export function orderPath(orderNo: string): string {
  return `/mypage/order.html?no=${orderNo}`
}
