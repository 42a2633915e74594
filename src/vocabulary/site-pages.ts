/** Pages of the public site that the product itself leads to. */
export const outageBoard = '/info/outage.html'

/** One outage on the board. */
export const outageBoardPage = (outageId: string) => `${outageBoard}#${outageId}`

/** What the script of a form with an address asks. */
export const townsOfPostcode = '/postcodes.json'
