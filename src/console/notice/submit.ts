import { approvalApi, noticeRequest } from '#protocol/console/approval.ts'
import { checkFirst } from '#console/parts/check-first.ts'
import { approvalPlace } from '#console/shell/places.ts'

/** A proposal leads to its own page, where another person decides it. */
export const noticeAction = checkFirst({
  noticePosted: {
    endpoint: { ...approvalApi.consoleApprovalProposePost, body: noticeRequest },
    fill: (form) => form.set('operation', 'noticePosted'),
    to: ({ value }) => `${approvalPlace(value.approvalNo)}?done=propose`,
  },
})
