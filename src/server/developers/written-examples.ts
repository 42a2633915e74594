/** What an operation is called with, and what comes back. */
export type Example = {
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly result: unknown
}

/** Of what no member of the demo has done, and of what changes something. */
export const writtenExamples: Readonly<Record<string, Example>> = {
  billingPaymentGet: {
    query: { receiptNo: 'PAY-1' },
    result: {
      receiptNo: 'PAY-1',
      result: 'paid',
      billId: 'bill-1',
      month: '2026-10',
      paidYen: 5_203,
      askedAt: '2026-11-20T10:00:00+09:00',
      paidAt: '2026-11-20T10:00:01+09:00',
      others: [],
      stillSuspended: false,
      cardMasked: '**** **** **** 1111',
    },
  },
  preparedOrdersPost: {
    query: {},
    body: { procedure: 'topUp', packId: '1gb' },
    result: {
      preparedId: 'pre-1',
      url: '{{link.site}}/mypage/data/charge.html?step=confirm&packId=1gb',
      expiresAt: '2026-11-27T10:00:00+09:00',
    },
  },
}
