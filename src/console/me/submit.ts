import { places } from '#console/shell/places.ts'
import { actions } from '#portal/mypage/flow/submit.ts'
import { accessApi } from '#protocol/console/access.ts'
import { staffApi } from '#protocol/console/staff.ts'

export const meAction = actions({
  end: { endpoint: staffApi.consoleStaffLoginsEndPost, to: `${places.me}?done=ended` },
  number: { endpoint: accessApi.consoleOwnNumbersPost, to: `${places.me}?done=number` },
})
