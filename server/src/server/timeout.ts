/** Waits for a promise with a timeout in milliseconds, because a client or a file may never answer. */
export function settledWithin(awaited: Promise<unknown>, milliseconds: number): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const givenUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([awaited, givenUp]).finally(() => clearTimeout(timer));
}
