-- The product's role and its database, once, on the primary. The role owns the database and has no
-- other right.
create role breezeway login password '@PASSWORD@';
create database breezeway owner breezeway encoding 'UTF8' template template0;
