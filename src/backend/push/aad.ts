/** What the sealed columns of pushes are bound to. */
export const pushAad = {
  target: (subscriptionId: string) => `push_subscription.target:${subscriptionId}`,
  payload: (pushId: string) => `push_message.payload:${pushId}`,
}
