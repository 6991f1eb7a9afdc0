export default async function Articles({ searchParams }) {
  const { id } = await searchParams;
  return <h1>Article {id}</h1>;
}
