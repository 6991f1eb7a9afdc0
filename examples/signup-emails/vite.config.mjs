export default {
  server: {
    proxy: { "/api": "http://localhost:3000", "/sign-up": "http://localhost:3000" },
  },
};
