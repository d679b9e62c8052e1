/** Lets the time pass, or the turn of the event loop end. */
export const pause = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
