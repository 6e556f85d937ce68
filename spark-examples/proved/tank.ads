package Tank with Elaborate_Body is
end Tank;
