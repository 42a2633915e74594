/** Works on each, so many at a time; the first failure is thrown when those under way have ended. */
export async function sideBySide<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const workOn = async () => {
    for (let next = await left.next(); next.done !== true; next = await left.next())
      await work(next.value)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOn))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The same for what concerns contracts: what concerns one of them is worked on in its order. */
export async function byContract<Item extends { readonly contractId: string }>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const contracts = Map.groupBy(items, (one) => one.contractId).values()
  await sideBySide(contracts, atOnce, async (together) => {
    for (const item of together) await work(item)
  })
}
