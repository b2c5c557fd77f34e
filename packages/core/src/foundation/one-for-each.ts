/** A value that belongs to an object: created on first use, and garbage-collected with the object. */
export function oneForEach<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { readonly it: Made }>()
  return (of) => {
    const known = made.get(of) ?? { it: make(of) }
    made.set(of, known)
    return known.it
  }
}
